import { useEffect, useRef, useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { TAB_LABEL } from '../dashboard/tabs.ts';
import { FeedbackForm } from './feedback-form.tsx';

function Thanks({ onMore }: { onMore: () => void }) {
  const line = useRef<HTMLParagraphElement>(null);
  // The focused form was removed, so focus moves here.
  useEffect(() => line.current?.focus(), []);
  return (
    <div className="stack">
      <p ref={line} tabIndex={-1} role="status">
        Feedback submitted successfully! Thank you for your input.
      </p>
      <Button className="justify-self-start" onClick={onMore}>
        Send more
      </Button>
    </div>
  );
}

/** Sends feedback to us, the makers of Picket (spec, section 2). */
export default function FeedbackTab() {
  const { data: session } = trpc.auth.session.useQuery(undefined, { staleTime: 60_000 });
  const [sent, setSent] = useState(false);
  return (
    <div className="stack max-w-[560px]">
      <h1>{TAB_LABEL.feedback}</h1>
      {sent && <Thanks onMore={() => setSent(false)} />}
      {!sent && session && <FeedbackForm user={session.user} onSent={() => setSent(true)} />}
    </div>
  );
}
