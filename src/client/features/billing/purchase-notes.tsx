import { sentences } from '#shared/primitives/sentence.ts';
import { ExternalLink } from 'lucide-react';
import { Banner, Note } from '../../ui/banner.tsx';
import { buttonClass } from '../../ui/button.tsx';
import type { Purchase } from './use-purchase.ts';

const PAGE = { plan: 'payment page', credit: 'payment page', portal: 'billing portal' } as const;

/** A purchase error, or a link to the payment page if the browser blocked the window. */
export function PurchaseNotes({ purchase: { failure, opened } }: { purchase: Purchase }) {
  return (
    <>
      {failure && (
        <Banner>
          <b>{failure.title.replace(/(?<!\.)$/, failure.message ? '.' : '')}</b>{' '}
          {failure.message && sentences(failure.message)}
        </Banner>
      )}
      {opened?.blocked && (
        <div role="alert">
          <Note tone="pine" icon={<ExternalLink className="i" aria-hidden />}>
            <p>Your browser blocked the new window.</p>
            <a className={buttonClass('default', 'mt-2')} href={opened.url} target="_blank" rel="noopener">
              Open the {PAGE[opened.what]}
            </a>
          </Note>
        </div>
      )}
    </>
  );
}
