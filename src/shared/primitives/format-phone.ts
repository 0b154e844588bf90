/** Formats '(208) 555-0172' for people. Returns any text other than a US number in E.164 unchanged. */
export const formatPhone = (phone: string): string => phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
