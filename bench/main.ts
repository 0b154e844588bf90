import { BENCHES } from './registry.ts';
import { table } from './result.ts';

const asked = process.argv.slice(2).map((id) => id.toUpperCase());
const unknown = asked.filter((id) => !(id in BENCHES));
if (unknown.length > 0) {
  console.error(`No such benchmark: ${unknown.join(', ')}. There are ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(1);
}

const lines = [];
for (const [id, { what, run }] of Object.entries(BENCHES)) {
  if (asked.length > 0 && !asked.includes(id)) continue;
  console.error(`${id}: ${what} …`);
  lines.push(...(await run()));
}
console.log(table(lines));
process.exit(lines.some(({ valid, met }) => valid && !met) ? 1 : 0);
