const DEV = { 'application-name': 'Picket', 'support-email': 'support@picket.test', 'platform-fee': '' };

/**
 * Reads a setting that the server inserts into the page. Vite's dev server leaves the placeholder. While pages are
 * rendered at build time, there's no document yet, so the placeholder itself is rendered for the server to replace.
 */
const setting = (name: keyof typeof DEV, placeholder: string): string => {
  if (typeof document === 'undefined') return placeholder;
  const told = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
  return told === '' || told.startsWith('__') ? DEV[name] : told;
};

/** The product's name (PRODUCT_NAME). */
export const productName = setting('application-name', '__PRODUCT_NAME__');

/** The support email address (SUPPORT_EMAIL). */
export const supportEmail = setting('support-email', '__SUPPORT_EMAIL__');

/** The platform's share of homeowners' payments, such as '1%' (PLATFORM_FEE_BPS). Empty if the server didn't say. */
export const platformFee = setting('platform-fee', '__PLATFORM_FEE__');
