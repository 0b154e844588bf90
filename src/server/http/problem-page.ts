import { escapeHtml, textPage } from './text-page.ts';

/** A page in the product's look that says what is wrong and leads home. */
export const problemPage = ({
  productName,
  title,
  text,
}: {
  productName: string;
  title: string;
  text: string;
}): string =>
  textPage({
    title,
    siteName: productName,
    brand: productName,
    body: `<p>${escapeHtml(text)}</p><p><a class="button" href="/">Go to ${escapeHtml(productName)}</a></p>`,
  });
