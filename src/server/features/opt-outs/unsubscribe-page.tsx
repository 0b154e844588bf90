import type { ReactNode } from 'react';
import type { Subscription } from '#core/features/opt-outs/unsubscribe.ts';
import { brandFill } from '#shared/features/widget/brand-fill.ts';
import { brandCss, CompanyFoot, CompanyHead } from '../estimates/company-dress.tsx';
import { Document, renderDocument } from '../estimates/page-frame.tsx';

type Shown = Pick<Subscription, 'company' | 'email'>;

/** A page about a company's emails, in the company's dress. */
const page = ({ company }: Shown, title: string, nonce: string, children: ReactNode): string =>
  renderDocument(
    <Document
      title={title}
      nonce={nonce}
      css={brandCss(company.brandColor === null ? null : brandFill(company.brandColor))}
      {...(company.logo ? { icon: `/logos/${company.logo.hash}.png` } : {})}
    >
      <CompanyHead company={company} />
      <main className="lost">
        <h1>{title}</h1>
        {children}
      </main>
      <CompanyFoot company={company} />
    </Document>,
  );

const toWhom = (email: string | null): string => (email === null ? '' : ` to ${email}`);

/** Shows a button; nothing has happened yet. */
export const unsubscribePage = (shown: Shown, nonce: string): string =>
  page(
    shown,
    'Unsubscribe',
    nonce,
    <>
      <p>
        Stop follow-up emails from {shown.company.name}
        {toWhom(shown.email)}?
      </p>
      <form method="post">
        <input type="hidden" name="List-Unsubscribe" value="One-Click" />
        <button className="btn btn-primary" type="submit">
          Unsubscribe
        </button>
      </form>
    </>,
  );

/** `undo`: where and with what proof the press that led here can be taken back; null where it can't. */
export const unsubscribedPage = (shown: Shown, undo: { action: string; proof: string } | null, nonce: string): string =>
  page(
    shown,
    'You are unsubscribed',
    nonce,
    <>
      <p>
        {shown.company.name} won't send more follow-up emails{toWhom(shown.email)}. You'll still get estimates you
        request.
      </p>
      {undo !== null && (
        <form method="post" action={undo.action}>
          <input type="hidden" name="proof" value={undo.proof} />
          <p className="sm muted">Pressed by mistake? You can undo it for 10 minutes.</p>
          <button className="btn" type="submit">
            Undo
          </button>
        </form>
      )}
    </>,
  );

export const resubscribedPage = (shown: Shown, nonce: string): string =>
  page(
    shown,
    'You are subscribed again',
    nonce,
    <p>
      You will get emails from {shown.company.name} again. Follow-ups that were stopped don't start again on their own.
    </p>,
  );

export const cannotUndoPage = (shown: Shown, nonce: string): string =>
  page(
    shown,
    'You are unsubscribed',
    nonce,
    <p>
      This can't be undone here anymore. To get emails again, write to {shown.company.name} at {shown.company.email}.
    </p>,
  );

/** For a link that is no one's: it can show no company. */
export const noSubscriptionPage = (nonce: string): string =>
  renderDocument(
    <Document title="This link doesn't work" nonce={nonce}>
      <main className="lost">
        <h1>This link doesn't work</h1>
        <p>It may be incomplete. Open the link in the email itself, or reply to the email to stop getting them.</p>
      </main>
    </Document>,
  );
