import { sentences } from '#shared/primitives/sentence.ts';
import { signInAddress } from '../../lib/errors.ts';
import { buttonClass } from '../../ui/button.tsx';

/** Nobody is logged in (spec, section 2): why, and the way there that leads back to this place. */
export function AuthRequired({ message }: { message: string }) {
  return (
    <div className="card empty pad" role="alert">
      <h1 className="text-base">Authentication required</h1>
      <p className="muted">{sentences(message)} Your changes are kept.</p>
      {/* a link that loads anew: nothing of one account stays in memory for the next */}
      <a className={buttonClass('primary')} href={signInAddress()}>
        Sign in
      </a>
    </div>
  );
}
