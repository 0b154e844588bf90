import { productName } from '../lib/product.ts';

/** The logo mark: three pickets with cut corners on a rail. */
export function Mark() {
  return (
    <svg viewBox="0 0 28 28" aria-hidden="true" fill="var(--mark, var(--pine))">
      <path d="M0 10.5h28v2.8H0zM0 19.4h28v2.8H0z" />
      <path d="M2.2 27V6.2L4.2 3h1.9l2 3.2V27zM11 27V6.2L13 3h1.9l2 3.2V27zM19.9 27V6.2l2-3.2h1.9l2 3.2V27z" />
    </svg>
  );
}

/** The logo mark and the name. `nameClass` can hide the name. */
export function Logo({ nameClass }: { nameClass?: string }) {
  return (
    <>
      <Mark />
      <span className={nameClass}>{productName}</span>
    </>
  );
}
