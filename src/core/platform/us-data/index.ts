export {
  type AreaCode,
  areaCode,
  type AreaCodes,
  describePhoneProblem,
  isTextable,
  loadAreaCodes,
} from './area-codes.ts';
export { loadTextHours } from './text-hours-by-state.ts';
export { cancelNotice } from './cooling-off.ts';
export { cancelPeriodOf, isFederalHoliday, loadCoolingOff } from './cooling-off.ts';
export { cappedStates, depositCapOf, loadDepositCaps, stateName } from './deposit-caps.ts';
export { type Located, placeOf, stateIn } from './place.ts';
export { type PlaceHit, searchPlaces } from './search-places.ts';
export { loadSmsKeywords } from './sms-keywords.ts';
export { findZip, middleOfZip, type Zip, zipsBeginning } from './us-zips.ts';
