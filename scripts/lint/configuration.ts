import { EXCEPTIONS, GENERAL } from './general.ts';
import { wallsOfTheHouse } from './walls.ts';

/** All of `.oxlintrc.json`. */
export const lintConfiguration = () => ({ ...GENERAL, overrides: [...wallsOfTheHouse(), ...EXCEPTIONS] });
