import { Copy } from 'lucide-react';
import { useRef } from 'react';
import { copyText } from '../../lib/copy-text.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

interface CodeBlockProps {
  /** What the code is, such as 'FencePrice.jsx'. */
  name: string;
  code: string;
  /** Whether copying is what this surface is for. */
  primary?: boolean;
}

/** Code in a well, with one press to copy all of it. */
export function CodeBlock({ name, code, primary = false }: CodeBlockProps) {
  const well = useRef<HTMLPreElement>(null);
  const copy = async () => {
    if (await copyText(code)) return toast.done('Code copied to clipboard.');
    if (well.current) getSelection()?.selectAllChildren(well.current);
    toast.error('Your browser blocked copying', { detail: 'The code is selected. Press Ctrl+C, or ⌘C on a Mac.' });
  };
  return (
    <div className="codeblock">
      <div className="row between">
        <span className="label">{name}</span>
        <Button
          variant={primary ? 'primary' : 'default'}
          icon={<Copy className="i" aria-hidden />}
          onClick={() => void copy()}
        >
          Copy code
        </Button>
      </div>
      {/* scrolls by itself, so it must be reached by keyboard */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre ref={well} tabIndex={0} role="region" aria-label={`Code: ${name}`}>
        <code>{code}</code>
      </pre>
    </div>
  );
}
