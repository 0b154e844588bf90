import { productName } from '../../lib/product.ts';
import { Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

const download = (codes: readonly string[]) => {
  const text = [`${productName}: recovery codes. Each works once.`, '', ...codes, ''].join('\n');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = `${productName.toLowerCase().replaceAll(' ', '-')}-recovery-codes.txt`;
  link.click();
  URL.revokeObjectURL(link.href);
};

const copy = async (codes: readonly string[]) => {
  try {
    await navigator.clipboard.writeText(codes.join('\n'));
    toast.done('Recovery codes copied');
  } catch {
    toast.error('Your browser blocked copying. Select the codes and copy them yourself.');
  }
};

/** Shown once, right after they were made. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div className="stack" role="status">
      <Note tone="pine">
        Use these codes to sign in if you lose your phone. Each works once. They’re shown only now, so keep them
        somewhere safe.
      </Note>
      <ul className="codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row flex-wrap">
        <Button onClick={() => void copy(codes)}>Copy codes</Button>
        <Button onClick={() => download(codes)}>Download codes</Button>
        <Button variant="quiet" onClick={onDone}>
          I’ve saved them
        </Button>
      </div>
    </div>
  );
}
