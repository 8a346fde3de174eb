/**
 * Names, places and teams that people extend by a year or a mark. One or two of them make no password, three at random
 * do. Sources: the most frequent names of England and Wales (Office for National Statistics), the largest towns and
 * clubs of the United Kingdom.
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

export const COMMON_NAMES: ReadonlySet<string> = new Set(
  [FIRST_NAMES, PLACES, THINGS].join(" ").split(/\s+/).filter(Boolean),
);
