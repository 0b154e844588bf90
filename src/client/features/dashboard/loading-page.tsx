import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ConnectionLine } from './connection-line.tsx';

/** The dashboard's layout without content, shown until the session is loaded. */
export function LoadingPage() {
  return (
    <div className="shell">
      <div className="side" />
      <div>
        <div className="top" />
        <ConnectionLine />
        <main className="main">
          <h1 className="sr-only">Loading</h1>
          <SkeletonRows rows={6} height={72} label="Loading the dashboard" />
        </main>
      </div>
    </div>
  );
}
