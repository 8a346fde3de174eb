/** Names of made-up makers and collections, put together from parts of English place names. */

export const FIRST_PARTS = [
  ..."Alder Amber Apple Ash Aspen Barley Beck Birch Black Blue Bramble Briar Bright Brook Burr Cedar".split(
    " ",
  ),
  ..."Cherry Chest Clover Cobble Copper Corn Cotton Cowslip Crab Crane Dale Dapple Deer Dew Dove Elder".split(
    " ",
  ),
  ..."Elm Ever Fair Fallow Fern Field Finch Fox Furze Gold Gorse Grey Hare Haw Hazel Heather".split(" "),
  ..."Heron Hill Honey Iron Ivy Juniper Kestrel Lark Laurel Lime Linden Long Maple Marsh May Meadow".split(
    " ",
  ),
  ..."Merry Mill Mistle Moor Moss Nettle Nut Oak Oat Otter Owl Pear Pebble Pine Plover Plum".split(" "),
  ..."Poppy Quill Raven Reed Ridge River Robin Rose Rowan Rush Rye Sage Sand Silver Sorrel Spring".split(" "),
];
export const SECOND_PARTS = [
  ..."bank bourne bridge brook bury combe cote cross croft dale den down fell field fold ford".split(" "),
  ..."gate grove ham hatch haven hill holm holt hurst lake land lea ley low marsh".split(" "),
  ..."mead mere mill moor more mount ness nook pool ridge shaw side stead stile stone stow".split(" "),
  ..."thorpe ton tree vale view wade ward water way well wick win wold wood worth yard".split(" "),
];
/** What makers call themselves besides their name. */
export const MAKER_ENDINGS = [
  "Workshop",
  "Toys",
  "& Daughters",
  "Joinery",
  "Nursery",
  "Makers",
  "Studio",
  "Works",
];
/** Where they are, each with a town and what a post code there looks like. */
export const MAKER_PLACES = [
  { country: "England", town: "Kendal", postcode: "LA9 9ZZ" },
  { country: "England", town: "Ludlow", postcode: "SY8 9ZZ" },
  { country: "England", town: "Hexham", postcode: "NE46 9ZZ" },
  { country: "England", town: "Totnes", postcode: "TQ9 9ZZ" },
  { country: "Scotland", town: "Peebles", postcode: "EH45 9ZZ" },
  { country: "Wales", town: "Crickhowell", postcode: "NP8 9ZZ" },
] as const;
/** Streets of workshops. */
export const STREETS = [
  "Tannery Lane",
  "Sawpit Yard",
  "Mill Street",
  "Cooper's Row",
  "Station Yard",
  "Kiln Lane",
];
