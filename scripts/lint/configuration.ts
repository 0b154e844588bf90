import { EXCEPTIONS, GENERAL } from './general.ts';
import { wallsOfTheHouse } from './walls.ts';

/** The complete `.oxlintrc.json`. */
export const lintConfiguration = () => ({ ...GENERAL, overrides: [...wallsOfTheHouse(), ...EXCEPTIONS] });
