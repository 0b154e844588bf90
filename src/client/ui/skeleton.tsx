/**
 * Gray placeholders for rows that are loading. They appear after 150 ms and have the same height as the real rows, in px
 * (by default 72, in `timeline.css`: pages that are rendered at build time can't hold style attributes).
 */
export function SkeletonRows({
  rows = 3,
  height,
  label = 'Loading',
}: {
  rows?: number;
  height?: number;
  label?: string;
}) {
  return (
    <div aria-busy="true">
      <p className="sr-only">{label}</p>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="skel" style={height === undefined ? undefined : { height }}>
          <i />
          <i className="railbar" />
        </div>
      ))}
    </div>
  );
}
