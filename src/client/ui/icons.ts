import { Check as CheckIcon, Eye as EyeIcon } from 'lucide-react';

/*
 * Icons of the dashboard's first screen that the landing page or `/auth` also needs. They're constants of this file, so
 * that the build puts them in the chunk of all pages (`scripts/build/first-chunks.ts`). Otherwise, these pages would load
 * the dashboard's code for a single icon.
 */
export const Check = CheckIcon;
export const Eye = EyeIcon;
