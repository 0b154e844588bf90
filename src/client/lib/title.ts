import { useEffect } from 'react';
import { productName } from './product.ts';

/** The page's name in the browser's tab and history: 'Customer Leads · Picket Dashboard'. */
export const usePageTitle = (title: string | null, site: string = productName): void => {
  useEffect(() => {
    document.title = title === null ? site : `${title} · ${site}`;
  }, [title, site]);
};
