import { type ComponentProps, lazy, Suspense } from 'react';

const load = () => import('./confirm.tsx');
const Confirm = lazy(async () => ({ default: (await load()).Confirm }));

/** Preloads the dialog's code, so that the dialog can open without a network connection. */
export const prepareToAsk = (): void => void load().catch(() => undefined);

/** Like `Confirm`, but loaded on demand together with Radix. For confirmations that are rarely needed. */
export function Ask({ open, ...rest }: ComponentProps<typeof Confirm>) {
  return (
    open && (
      <Suspense fallback={null}>
        <Confirm open {...rest} />
      </Suspense>
    )
  );
}
