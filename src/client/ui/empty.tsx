import type { ReactNode } from 'react';

const STAKES = [4, 81, 158, 234];

/** A drawing of stakes and a string line, which are set up before a fence is built. */
function StringLine() {
  return (
    <svg className="run" viewBox="0 0 240 44" style={{ width: 240 }} aria-hidden="true">
      <path className="string" d="M4 16H236" />
      {STAKES.map((x) => (
        <g key={x}>
          <path className="stake" d={`M${x} 40V8`} />
          <path className="flagp" d={`M${x} 8h10l-3 4 3 4h-10z`} />
        </g>
      ))}
      <path className="earth" d="M0 40H240" />
    </svg>
  );
}

/** An empty state: one sentence, one primary button, one alternative. */
export function Empty({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="empty pad">
      <StringLine />
      <h2 className="text-base">{title}</h2>
      {children && <p className="muted">{children}</p>}
      {actions && <div className="row">{actions}</div>}
    </div>
  );
}
