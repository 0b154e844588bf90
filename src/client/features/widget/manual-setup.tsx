import { type ReactNode, useState } from 'react';
import type { WidgetCode } from '#shared/features/widget/widget-code.schema.ts';
import { problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/input.tsx';
import { CodeBlock } from './code-block.tsx';

interface Way {
  value: keyof WidgetCode;
  label: string;
  name: string;
  words: ReactNode;
}

const HTML: Way = {
  value: 'html',
  label: 'Basic HTML',
  name: 'For any page',
  words: 'Paste it where the form should appear. The box reserves its space, so your page doesn’t shift.',
};
const WAYS: readonly Way[] = [
  HTML,
  {
    value: 'advanced',
    label: 'Advanced',
    name: 'In a specific place',
    words: (
      <>
        The form appears in the element that <code>data-target</code> names, so the script can be anywhere on the page.{' '}
        <code>window.Picket.mount</code> puts it into any other element, such as a dialog, and <code>picket:lead</code>{' '}
        tells your page of each lead.
      </>
    ),
  },
  {
    value: 'react',
    label: 'React',
    name: 'FencePrice.jsx',
    words: (
      <>
        Save it as a file and use it as <code>{'<FencePrice />'}</code>. It works in Next.js as is, and removes the form
        when the visitor leaves the page.
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
      'Paste it before the end of the body of every page, or into your site’s footer. A button stays in the corner and opens the form. Nothing else loads before a visitor presses it.',
  },
  {
    value: 'frame',
    label: 'A frame',
    name: 'In a frame that grows',
    words:
      'For site builders that accept frames only. The lines after the frame make it as high as the form. A builder that removes them shows the form in a box that scrolls.',
  },
];

/** The three variants of the code (spec, section 2), each with a copy button, and two more for other places. */
export function ManualSetup() {
  const [way, setWay] = useState<Way>(HTML);
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
      <Field label="Your site uses" className="md:max-w-[340px]">
        <Select
          value={way.value}
          onChange={({ target }) => setWay(WAYS.find(({ value }) => value === target.value) ?? HTML)}
        >
          {WAYS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <div className="stack gap-3">
        <CodeBlock name={way.name} code={data[way.value]} primary />
        <p className="sm muted measure">{way.words}</p>
      </div>
      <div className="more-code">
        {MORE.map(({ value, label, name, words }) => (
          <details key={value} className="help">
            <summary>{label}</summary>
            <div className="stack gap-3">
              <p className="sm muted measure">{words}</p>
              <CodeBlock name={name} code={data[value]} />
            </div>
          </details>
        ))}
      </div>
    </div>
  );
}
