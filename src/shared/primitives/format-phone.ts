/** Formats a US number in E.164 as '(208) 555-0172'. Any other string is returned unchanged. */
export const formatPhone = (phone: string): string => phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
