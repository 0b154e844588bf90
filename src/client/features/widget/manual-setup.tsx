import { type ReactNode, useState } from 'react';
import type { WidgetCode } from '#shared/features/widget/widget-code.schema.ts';
import { problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CodeBlock } from './code-block.tsx';

interface Way {
  value: keyof WidgetCode;
  label: string;
  name: string;
  words: ReactNode;
}

const WAYS: readonly Way[] = [
  {
    value: 'html',
    label: 'Basic HTML',
    name: 'For any page',
    words: 'Paste the code where the form should appear. It reserves space for the form, so your page doesn’t shift.',
  },
  {
    value: 'advanced',
    label: 'Advanced',
    name: 'In a specific place',
    words: (
      <>
        The form appears in the element that matches <code>data-target</code>, so the script can be anywhere on the
        page. To show it in another element, such as a dialog, call <code>window.Picket.mount</code>. The page gets a{' '}
        <code>picket:lead</code> event for each lead.
      </>
    ),
  },
  {
    value: 'react',
    label: 'React',
    name: 'FencePrice.jsx',
    words: (
      <>
        Save the code as a file and use it as <code>{'<FencePrice />'}</code>. It works in Next.js as is, and removes
        the form when the visitor leaves the page.
      </>
    ),
  },
];

const MORE: readonly Way[] = [
  {
    value: 'button',
    label: 'A button in the corner',
    name: 'At the end of your pages',
    words:
      'Paste the code before the end of the body of every page, or into your site’s footer. A button stays in the corner and opens the form. Nothing else loads until a visitor presses the button.',
  },
  {
    value: 'frame',
    label: 'A frame',
    name: 'In an auto-resizing frame',
    words:
      'For site builders that accept only frames. The lines after the frame adjust its height to the form. If your site builder removes those lines, the form scrolls inside a box.',
  },
];

/**
 * The code's three variants (spec, section 2), each with a copy button, and two more: a button in the corner and a
 * frame.
 */
export function ManualSetup() {
  const [way, setWay] = useState<keyof WidgetCode>('html');
  const code = trpc.widget.code.useQuery();
  if (code.isPending) return <SkeletonRows rows={4} height={56} label="Loading the code" />;
  if (!code.data)
    return (
      <Banner action={<Button onClick={() => void code.refetch()}>Try again</Button>}>
        {problemOf(code.error).message}
      </Banner>
    );
  const { data } = code;
  return (
    <div className="stack">
      <div className="field">
        <span className="label" aria-hidden>
          Your site uses
        </span>
        <Tabs
          label="Your site uses"
          value={way}
          onChange={setWay}
          look="segments"
          listClassName="mb-3"
          panelClassName="stack gap-3"
          tabs={WAYS.map(({ value, label, name, words }) => ({
            value,
            label,
            content: (
              <>
                <CodeBlock name={name} code={data[value]} primary />
                <p className="sm muted code-words">{words}</p>
              </>
            ),
          }))}
        />
      </div>
      <div className="more-code">
        {MORE.map(({ value, label, name, words }) => (
          <details key={value} className="help">
            <summary>{label}</summary>
            <div className="stack gap-3">
              <p className="sm muted code-words">{words}</p>
              <CodeBlock name={name} code={data[value]} />
            </div>
          </details>
        ))}
      </div>
    </div>
  );
}
