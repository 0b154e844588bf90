import { useEffect, useState } from 'react';
import { SECOND } from '#shared/primitives/durations.ts';
import { Button } from '../../ui/button.tsx';

const WAIT_S = 30;

/** Counts down from `WAIT_S` to 0 seconds, first on mount and again each time `start` is called. */
const useCountdown = (): [number, () => void] => {
  const [left, setLeft] = useState(WAIT_S);
  const running = left > 0;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), SECOND);
    return () => clearInterval(timer);
  }, [running]);
  return [left, () => setLeft(WAIT_S)];
};

/** Sends the email again. A countdown is shown first, because an email can take a while to arrive. */
export function ResendButton({ working, onResend }: { working: boolean; onResend: () => void }) {
  const [left, start] = useCountdown();
  if (left > 0)
    return (
      <p className="sm muted min-h-[44px] content-center" role="timer" aria-live="off">
        Didn’t get it? Check your spam folder. You can request a new one in <span className="num">{left}</span>{' '}
        {left === 1 ? 'second' : 'seconds'}.
      </p>
    );
  return (
    <Button
      variant="quiet"
      className="justify-self-start px-0"
      working={working}
      workingText="Sending..."
      onClick={() => {
        start();
        onResend();
      }}
    >
      Send a new code
    </Button>
  );
}
