const named = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? '';

/** The product's name as the server put it into the page (PRODUCT_NAME); Vite's own dev server leaves the mark. */
export const productName = named === '' || named.startsWith('__') ? 'Picket' : named;

const support = document.querySelector<HTMLMetaElement>('meta[name="support-email"]')?.content ?? '';

/** Whom to write to (SUPPORT_EMAIL), put into the page in the same way. */
export const supportEmail = support === '' || support.startsWith('__') ? 'support@picket.test' : support;
