import { phoneParts } from '#shared/primitives/phone-parts.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';

/** Says what becomes of what is typed beside a phone number, for fields with notes. Undefined if there's nothing. */
export const besidePhoneHint = (typed: string): string | undefined => {
  const rest = phoneParts(typed)?.rest;
  return rest ? `“${rest}” goes to the notes.` : undefined;
};

/** Says which number is used if more than one number is typed in a field without notes. */
export const onlyPhoneHint = (typed: string): string | undefined => {
  const parts = phoneParts(typed);
  return parts?.rest ? `Only ${formatPhone(`+1${parts.digits}`)} is used, without “${parts.rest}”.` : undefined;
};
