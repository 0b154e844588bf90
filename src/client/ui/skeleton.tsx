const WIDTHS = [70, 52, 86, 61, 78, 48];

/** Gray placeholders for rows that are loading. They appear after 150 ms and have the same height as the real rows. */
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
        <div key={index} className="skel" style={{ height, alignContent: 'center' }}>
          <i style={{ width: '42%' }} />
          <i className="railbar" style={{ width: `${WIDTHS[index % WIDTHS.length]}%` }} />
        </div>
      ))}
    </div>
  );
}
