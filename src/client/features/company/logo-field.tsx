import { type DragEvent, useRef, useState } from 'react';
import { LOGO_BYTES } from '#shared/features/company/logo.limits.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { useLogo } from './use-logo.ts';

/** The spec's wording (section 5). */
const LIMIT = `PNG, JPG or SVG max ${LOGO_BYTES / 1024 / 1024}MB.`;

/**
 * Describes where the logo appears. Starter doesn't include branding, so its widget doesn't have a logo (spec, section
 * 9).
 */
const useWhere = (): string => {
  const { data } = trpc.subscription.check.useQuery(undefined, { staleTime: 60_000 });
  return data?.subscriptionTier === 'starter'
    ? 'Shown on your estimates and emails. The Pro plan also shows it in your widget.'
    : 'Shown on your estimates, emails and widget.';
};

function Progress({ share }: { share: number }) {
  const percent = Math.round(share * 100);
  return (
    <div className="logo-progress">
      <progress aria-label="Upload" max={100} value={percent} />
      <span className="num sm">{percent < 100 ? `Uploading, ${percent}%` : 'Checking the image...'}</span>
    </div>
  );
}

/**
 * The company's logo. The contractor can choose or drop a file. The stored logo is shown. Removing it can be undone.
 */
export function LogoField({ logoUrl }: { logoUrl: string | null }) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const logo = useLogo();
  const where = useWhere();
  const take = (file: File | undefined) => {
    if (file) void logo.choose(file);
  };
  const hover = (event: DragEvent, now: boolean) => {
    event.preventDefault();
    setOver(now);
  };
  return (
    <div className="field" role="group" aria-labelledby="logo-label">
      <span className="label" id="logo-label">
        Logo
      </span>
      <div
        className="logo-drop"
        data-over={over || undefined}
        onDragOver={(event) => hover(event, true)}
        onDragLeave={(event) => hover(event, false)}
        onDrop={(event) => {
          hover(event, false);
          take(event.dataTransfer.files[0]);
        }}
      >
        <div className="logo-show">
          {logoUrl === null ? <span className="sm muted">No logo yet</span> : <img src={logoUrl} alt="Your logo" />}
        </div>
        <div className="stack-s grow">
          <div className="row flex-wrap">
            <input
              ref={input}
              type="file"
              accept="image/png,image/jpeg,image/svg+xml"
              className="sr-only"
              tabIndex={-1}
              aria-label="Logo file"
              onChange={({ target }) => {
                take(target.files?.[0]);
                target.value = '';
              }}
            />
            <Button working={logo.uploading} workingText="Uploading..." onClick={() => input.current?.click()}>
              {logoUrl === null ? 'Upload logo' : 'Change logo'}
            </Button>
            {logoUrl !== null && !logo.uploading && (
              <Button variant="quiet" onClick={logo.remove}>
                Remove logo
              </Button>
            )}
          </div>
          {logo.uploading ? (
            <Progress share={logo.share} />
          ) : (
            <p className="hint">
              {LIMIT} <span className="desk">Or drop it here.</span> {where}
            </p>
          )}
        </div>
      </div>
      {logo.note && (
        <p className="hint" role="status">
          {logo.note}
        </p>
      )}
      {logo.error && <FieldError>{logo.error}</FieldError>}
    </div>
  );
}
