import { type ComponentProps, lazy, Suspense } from 'react';

const load = () => import('./confirm.tsx');
const Confirm = lazy(async () => ({ default: (await load()).Confirm }));

/** Fetches what asks, so that it is there when the network isn't. */
export const prepareToAsk = (): void => void load().catch(() => undefined);

/** As `Confirm`, which brings Radix; for what is seldom asked. */
export function Ask({ open, ...rest }: ComponentProps<typeof Confirm>) {
  return (
    open && (
      <Suspense fallback={null}>
        <Confirm open {...rest} />
      </Suspense>
    )
  );
}
