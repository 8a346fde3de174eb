/** Passwords that attackers try first: known ones, and the usual ways to stretch a short one to twelve characters. */
import { isCommonlyLeaked } from "./leaked-password-hashes.ts";

/**
 * One or two of these make no password, three at random do. Sources: the most frequent names of England and Wales
 * (Office for National Statistics), the largest towns and clubs of the United Kingdom.
 */
const FIRST_NAMES = `aaron abigail adam adrian aidan aiden aisha alan albert alex alexander alexandra alfie alfred alice
  alison amber amelia amy andrea angela angus ann anna anne annie anthony antonia archie arthur ashton audrey aurora ava
  barbara barry beatrice ben benjamin bethany beth betty beverley billy bradley brandon brenda brian bronte bryan callum
  cameron carl carla caroline catherine cecilia charlotte chloe chris christian christina christine christopher claire
  clara clare colin connor craig daisy danielle darren dave david dawn dean debbie deborah denise dennis derek diana
  diane dominic donna dorothy douglas duncan dylan eden edith edward eileen elaine eleanor elena elijah elisabeth eliza
  elizabeth ella ellen ellie elliot elsie emily emma erin ethan eva evan eve evelyn evie ewan faith fatima felicity
  felix fiona florence frances francesca francis frank fraser freddie frederick freya gabriel gareth gary gavin gemma
  geoffrey georgia georgina gerald gillian glenn gordon grace graham grant gregory guy hannah harold harriet harrison
  harvey hayley hazel heather heidi helen henry hilary hollie howard hugh hugo ian imogen irene iris isaac isabel
  isabella isabelle isla isobel ivy jack jackson jacob jacqueline jade jake james jamie jane janet janice jason jay jean
  jeff jeffrey jenna jennie jenny jeremy jess jill jim joan joanna joanne joe joel john johnny jonathan joseph josh
  joyce jude judith judy jules julia julian julie juliet karen karl kate katherine kathleen kathryn katie katy kayleigh
  keith kelly ken kenneth kerry kevin kieran kim kimberley kirsty kyle lara laura lauren lawrence layla leah lee leo leon
  leonard lesley leslie lewis lily linda lisa logan lola lorraine louis louise lucas lucy luke luna lydia lynn mabel
  maddison madison malcolm marcus margaret maria marie marilyn marion mark martha martin mary maryam mason matilda matt
  maureen maurice max maya megan melanie melissa mia mike mila miles millie miriam mohammad mohammed molly monica morgan
  muhammad myles naomi natalie natasha nathan neil niamh nicholas nick nicola nigel noah nora norman olive olivia oscar
  owen paige pamela patricia patrick paul paula pauline penelope penny peter philip phillip phoebe poppy rachel ralph
  raymond rebecca reece reuben rhys richard riley rita robin roger ronald ronnie rory rosalind rose rosemary rosie ross
  roy ruby rupert russell ruth ryan sally sam samira samuel sandra sara sarah saskia scarlett scott sean sebastian shane
  shannon sharon shaun sheila shirley sian sienna simon sofia stacey stanley stella stephanie stephen steve steven
  stewart stuart susan suzanne sylvia tania tanya tara ted teresa terry thea theo theodore theresa tiffany tim timothy
  tina toby tom tommy tony tracey tracy trevor tristan valerie vanessa vera veronica vincent violet virginia vivian
  wayne wendy willow yasmin yvonne zachary zara zoe`;

const PLACES = `aberdeen albion arsenal aston bath bedford belfast birmingham blackburn blackpool bolton bournemouth
  bradford brentford brighton bristol britain britannia burnley cambridge canterbury cardiff celtic chelmsford
  cheltenham chester colchester cornwall city coventry crystal derby devon doncaster dorset dublin dundee durham eastbourne
  edinburgh essex exeter forest fulham glasgow gloucester grimsby hampshire hereford huddersfield hull inverness ipswich
  ireland kent lancaster leeds leicester lincoln luton maidstone manchester middlesbrough newcastle newport norfolk
  northampton norwich nottingham oldham oxford palace paris peterborough plymouth poole portsmouth preston reading
  rochdale rotherham rovers salford salisbury scunthorpe sheffield shrewsbury slough somerset southampton southend spurs
  stockport stoke suffolk sunderland surrey sussex swansea swindon town truro utd villa wakefield wanderers watford
  wembley wigan wimbledon winchester wolverhampton wolves worcester wrexham york yorkshire`;

const THINGS = `awesome autumntime bear beach birthday blue brother bunny candy castle champion charming chicken cool
  country cricket darling daughter daddy doctor dolphin family farmer father fire fish flower games garden gaming green
  guitar hammer hockey holiday honey island kitten kitty lady legend lion little lovers magic marmite master mister
  moon mountain music mygirl myboy nanny night ocean paradise party peanut pirate player pony power puppy queen red
  rocket rugby sailor school silver sister snoopy soccer soldier son spring springtime strong sugar summertime sweet
  sweetheart sweetie teacher tiger travel turtle unicorn warrior water white wife winner wintertime wizard wolf world
  yellow`;

const COMMON_NAMES: ReadonlySet<string> = new Set(
  [FIRST_NAMES, PLACES, THINGS].join(" ").split(/\s+/).filter(Boolean),
);

/**
 * Of twelve characters and more, that no pattern finds, from the 49,233 most common passwords of zxcvbn
 * (@zxcvbn-ts/language-common 4.1.3, MIT).
 */
const LEAKED_PASSWORDS: ReadonlySet<string> = new Set(
  `01telemike01 050605rostik 123ewqasdcxz 123qweasdzxc 12qw34er56ty 19960610ilja 1a2a3a4a5a6a 1a2s3d4f5g6h
  1qa2ws3ed4rf 1qa2ws3ed4rf5tg 1qazxsw23edc 1qazxsw23edcvfr4 23176djivanfros 23wkoa0fp78dk 32615948worms
  41d8cd98f00b 4815162342lost 59382113kevinp 6215mila6215 89semtsriuty a1s2d3f4g5h6 aksjdlasdakj89879
  alpha135792468 amadeusptfcor an83546921an13 andrewjackie antananarivu anytimetoday auckland2010 avrillavigne
  badiman28200 bhrh0h2oof6xbqjeh blacksonblon bltynbabrfwbz boy4u2ownnyc bpgjldsgjldthnf bullnuts2003
  businessbabe cheeseburger chesterfield chickenwing101 christopher1 civilization cjdthitycndj cnfc35762209
  combat123654 configuratio construction contortionist corperfmonsy cosmopolitan counterstrike devilmaycry4
  digitalprodu dkflbvbhjdbx dkflbvbhjdyf domainlock2005 edwardcullen entertainment fatima753357 finalfantasy
  findaupair007 fkmnthyfnbdf fktrcfylhjdbx fktrcfylhjdf fktrcfylhjdyf flvbybcnhfnjh frederiksberg fucktheworld
  fuckyoubitch fynfyfyfhbde gfhfktkjuhfv ghbdtnrfrltkf ghhh47hj7649 ghjatccbjyfk ghjcnjgbpltw ghjcnjgfhjkm
  ghjcnjqgfhjkm ghjcnjrdfibyj ghjnbdjcnjzybt ghtdtlvtldtl gjkysqgbpltw greenlantern gthtrfnbgjkt gtnhjpfdjlcr
  hd764nw5d7e1vb1 hd764nw5d7e1vbv hedimaptfcor iampurehaha2 iloveboobies ingodwetrust installdevic
  installsqlst intelligence international ipo54tj45uy856 iseedeadpeople jamesbond007 josephphone7 justinbieber
  ktjynsq40147 leavemealone lhbjkjubz2957704 lost4815162342 lytdybrbdfvgbhf lytghjgtnhjdcr mailcreated5240
  maprchem56458 massimiliano masterbaiting masterbating masturbation maurolarastefy mevefalkcakk
  michaeljackson minecraft123 minnesota_hp momsanaladventure morganstanley mortalkombat msoracle32re
  msorcloledbr ne_e_pod_chehyl necronomicon needforspeed nemvxyheqdd5oqxyxyzi networkingpe newproject2004
  nhbujyjvtnhbz nhecsyfujkjdt nhfdvfnjkju123 nhfycajhvths nick1234-rem936 nightcrawler nondriversig
  ntktdbpjh1994 olcrackmaster ontheoutside p030710p$e4o paraklast1974 passwordassword passwordstandard
  peanutbutter pfqwtd27121988 philadelphia playstation2 playstation3 polniypizdec0211 polniypizdec1102
  polniypizdec110211 pornographic professional ptybnxtvgbjy punksnotdead qawsedrftgyh qaz123wsx456
  qazxswedc123 qazxswedcvfr qwaszxerdfcv qweasdzxc123 qwertyytrewq residentevil rfnthbyf1988 ronaldinho10
  sanfrancisco satisfaction saun24865709 scandinavian schoolgirlie sdicmt7seytn seemnemaailm sojdlg123aljg
  sonnenschein sonyericsson specialinsta stickdaddy77 stinkyfinger stratocaster supernatural systemofadown
  thecakeisalie ticketmaster transformers unbelievable vanyarespekt vfvfvskfhfve vladimirovna warhammer40k
  wazzkaprivet websolutions websolutionssu webuivalidat weihnachtsbau weihnachtsbaum whosyourdaddy
  z1x2c3v4b5n6 z1x2c3v4b5n6m7 zaq12wsxcde3 zaq1xsw2cde3 zaqwsxcderfv zcfvfzkexifz zqjphsyf6ctifgu zxcasdqwe123
  zxcvbnmmnbvcxz`.split(/\s+/),
);

/** They do not strengthen a password, with whatever digits and marks around them. */
const WORDS =
  `abc abcd abcdef access account admin administrator amanda andrew angel anthony apple arsenal asdf asdfgh asdfghjkl
  ashley asshole august autumn baby babygirl bailey banana baseball basketball batman beautiful believe blink buster
  butterfly carlos change changeme charlie cheese chelsea chocolate christmas computer cookie corona correct daniel
  december default diamond donald dragon elephant eminem england everton family february flower football forever freedom
  friday friend friends fuck fuckyou gandalf george ginger google guest hannah happy harley harry heaven hello hollybough
  holly bough house hunter iloveyou january jasmine jennifer jessica jesus jordan joshua july june justin killer
  kristina ladybug letmein lego liverpool london lovely loveme love login lucky maggie manchester march master
  matrix matthew merlin michael michelle mickey monday money monkey mother mummy mustang naruto nicole nintendo november
  nothing october oliver orange pa55word pass passwd passphrase password passw0rd pepper phoenix please pokemon pram
  prams prince princess purple pushchair pushchairs qazwsx qazwsxedc qwe qwer qwert qwerty qwertyuiop qwertyuiopasdfghjkl
  rainbow rangers robert rocking horse root samantha samsung samurai saturday scotland secret september shadow shop
  sophie spiderman spring star starwars steelers summer sunday sunshine superman supergirl superstar system teddy temp
  temporary tennis test testing thomas thursday tigger tottenham toy toys train trustno trustnoone tuesday united user
  vanilla victoria wales wednesday welcome whatever william winter wooden woodentoys xxx yankees your you my the is me
  and i a to in it this ismy isthe isnot itis iam inthe tothe ofthe that these not new old first last very best good here there what when who time forever always
  never only just can cannot have had was will want need make made enter safe secure security word words number zaq zaqxsw zxcv zxcvbn zxcvbnm staple battery`
    .split(/\s+/)
    .filter(Boolean);

const RUNS = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890123456789",
  "qwertyuiopasdfghjklzxcvbnm",
  "qazwsxedcrfvtgbyhnujmikolp",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
  "1q2w3e4r5t6y7u8i9o0p",
  "q1w2e3r4t5y6u7i8o9p0",
  "1a2b3c4d5e6f7g8h9i0j",
  "a1b2c3d4e5f6g7h8i9j0",
];

const LOOKALIKES: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

const UNIT_MAX = 6;
const OWN_LETTERS_MIN = 4;
const NAMES_MAX = 2;
const DISTINCT_MIN = 5;

const byLength = [...new Set([...WORDS, ...COMMON_NAMES])]
  .filter((word) => word.length > 2)
  .sort((a, b) => b.length - a.length);
const listed = new Set(WORDS);

export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  return (
    LEAKED_PASSWORDS.has(lower) ||
    isCommonlyLeaked(lower) ||
    isRepetition(lower) ||
    isMonotonous(lower) ||
    isRun(lower) ||
    [lower, withLetters(lower), withLetters(core(lower))].some(isListed)
  );
}

function isMonotonous(text: string): boolean {
  const counts = new Map<string, number>();
  const characters = Array.from(text).filter((character) => character !== " ");
  for (const character of characters) counts.set(character, (counts.get(character) ?? 0) + 1);
  return counts.size < DISTINCT_MIN || Math.max(...counts.values()) * 2 > characters.length;
}

function isRepetition(text: string): boolean {
  for (let length = 1; length <= UNIT_MAX; length += 1) {
    const unit = text.slice(0, length);
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return true;
  }
  return false;
}

function isRun(text: string): boolean {
  const bare = text.replace(/[^\p{L}\p{N}]/gu, "");
  if (bare === "") return false;
  return RUNS.some((run) => [run, reversed(run)].some((row) => (row + row).includes(bare)));
}

function isListed(text: string): boolean {
  let left = text.replace(/[^\p{L}]+/gu, " ");
  let names = 0;
  for (const word of byLength) {
    const parts = left.split(word);
    if (!listed.has(word)) names += parts.length - 1;
    left = parts.join(" ");
  }
  const rest = left.replace(/\s/gu, "");
  return names <= NAMES_MAX && Array.from(rest).length < OWN_LETTERS_MIN && isAscii(text);
}

function core(text: string): string {
  const characters = Array.from(text);
  const isLetter = (character: string) => /\p{L}/u.test(character);
  const first = characters.findIndex(isLetter);
  return first < 0 ? text : characters.slice(first, characters.findLastIndex(isLetter) + 1).join("");
}

function isAscii(text: string): boolean {
  return /^[\u0020-\u007e]*$/.test(text);
}

function withLetters(text: string): string {
  return text.replace(/[013457@$!]/g, (sign) => LOOKALIKES[sign] ?? sign);
}

function reversed(text: string): string {
  return Array.from(text).reverse().join("");
}
