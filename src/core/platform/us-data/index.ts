export {
  type AreaCode,
  areaCode,
  type AreaCodes,
  describePhoneProblem,
  isTextable,
  loadAreaCodes,
} from './area-codes.ts';
export { loadContactHours } from './contact-hours.ts';
export { type Located, placeOf } from './place.ts';
export { type PlaceHit, searchPlaces } from './search-places.ts';
export { loadSmsKeywords } from './sms-keywords.ts';
export { allZips, findZip, type Zip } from './us-zips.ts';
