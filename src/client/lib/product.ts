const named = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? '';

/** The product's name. The server inserts it into the page (PRODUCT_NAME). Vite's dev server leaves the placeholder. */
export const productName = named === '' || named.startsWith('__') ? 'Picket' : named;

const support = document.querySelector<HTMLMetaElement>('meta[name="support-email"]')?.content ?? '';

/** The support email address (SUPPORT_EMAIL). The server inserts it in the same way as the name. */
export const supportEmail = support === '' || support.startsWith('__') ? 'support@picket.test' : support;
