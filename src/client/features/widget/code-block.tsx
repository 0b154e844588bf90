import { Copy } from 'lucide-react';
import { useRef } from 'react';
import { copyText } from '../../lib/copy-text.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

interface CodeBlockProps {
  /** The file name or title above the code, such as 'FencePrice.jsx'. */
  name: string;
  code: string;
  /** Whether 'Copy' is the page's primary button. */
  primary?: boolean;
}

/** A block of code with a button that copies all of it. */
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
      {/* The block scrolls, so it must be focusable for keyboard users. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre ref={well} tabIndex={0} role="region" aria-label={`Code: ${name}`}>
        <code>{code}</code>
      </pre>
    </div>
  );
}
