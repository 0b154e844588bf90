import type { ReactNode } from 'react';
import type { WeeklyReportOf } from '#core/features/reports/weekly-report-link.ts';
import { Document, renderDocument, Stakes } from '../estimates/page-frame.tsx';

const page = (title: string, nonce: string, children: ReactNode): string =>
  renderDocument(
    <Document title={title} nonce={nonce} lang="en">
      <main className="lost">
        <Stakes />
        <h1>{title}</h1>
        {children}
      </main>
    </Document>,
  );

/** Renders a button that turns a company's weekly email off, or a message that the email is off. */
export const weeklyReportPage = ({ name, on }: WeeklyReportOf, nonce: string): string =>
  on
    ? page(
        'Turn off the weekly email',
        nonce,
        <>
          <p>{name} gets an email once a week with the figures that changed.</p>
          <form method="post">
            <input type="hidden" name="List-Unsubscribe" value="One-Click" />
            <button className="btn btn-primary" type="submit">
              Turn off
            </button>
          </form>
        </>,
      )
    : page(
        'The weekly email is off',
        nonce,
        <p>{name} won’t get weekly emails anymore. You can turn them back on in Admin → Company.</p>,
      );

export const noWeeklyReportPage = (nonce: string): string =>
  page(
    'This link doesn’t work',
    nonce,
    <p>The link may be incomplete. You can turn the weekly email off in Admin → Company.</p>,
  );
