const named = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? '';

/** The product's name as the server put it into the page (PRODUCT_NAME); Vite's own dev server leaves the mark. */
export const productName = named === '' || named.startsWith('__') ? 'Picket' : named;
