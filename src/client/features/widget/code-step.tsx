import { PLATFORM_LABEL } from '#shared/features/widget/platforms.ts';
import type { GeneratedCode } from '#shared/features/widget/widget-code.schema.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from './code-block.tsx';

interface CodeStepProps {
  code: GeneratedCode;
  onBack: () => void;
  onAgain: () => void;
}

/** The third step: the code for the chosen platform, with instructions. */
export function CodeStep({ code, onBack, onAgain }: CodeStepProps) {
  const { platform, recommended, instructions, notes, websiteUrl } = code;
  return (
    <div className="stack">
      <CodeBlock
        name={recommended === 'react' ? 'FencePrice.jsx' : `For ${PLATFORM_LABEL[platform]}`}
        code={code[recommended]}
        primary
      />
      <ol className="todo">
        {instructions.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ol>
      <details className="help">
        <summary>Not showing up?</summary>
        <ul>
          {notes.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </details>
      <p className="sm">
        <a href={websiteUrl} target="_blank" rel="noopener noreferrer">
          Open {new URL(websiteUrl).host}
        </a>
      </p>
      <div className="row flex-wrap between">
        <Button className="-ml-4.25" variant="quiet" onClick={onBack}>
          Back
        </Button>
        <Button onClick={onAgain}>Configure Another Widget</Button>
      </div>
    </div>
  );
}
