import { useEffect } from 'react';
import { productName } from './product.ts';

/** Sets the page's title for the browser's tab and history: 'Customer Leads · Picket Dashboard'. */
export const usePageTitle = (title: string | null, site: string = productName): void => {
  useEffect(() => {
    document.title = title === null ? site : `${title} · ${site}`;
  }, [title, site]);
};
