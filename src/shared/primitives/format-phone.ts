/** '(208) 555-0172' for people; the text itself where it isn't E.164 of the US. */
export const formatPhone = (phone: string): string => phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
