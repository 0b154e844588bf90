import { type ComponentProps, lazy, Suspense } from 'react';

const load = () => import('./confirm.tsx');
const Confirm = lazy(async () => ({ default: (await load()).Confirm }));

/** Loads the dialog's code in advance, so that it is available without a network. */
export const prepareToAsk = (): void => void load().catch(() => undefined);

/** Like `Confirm`, but loaded on demand with Radix, for rare questions. */
export function Ask({ open, ...rest }: ComponentProps<typeof Confirm>) {
  return (
    open && (
      <Suspense fallback={null}>
        <Confirm open {...rest} />
      </Suspense>
    )
  );
}
