import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What mostly waits comes first, and what only calculates fills the gaps and ends together. */
const ORDER = ['processes', 'redis', 'browser', 'integration', 'unit'];
/** Within their project, for their size doesn't tell. */
const LONGEST = ['worker-killed', 'every-screen'];

/** Vitest's own order (the largest file first) within the projects, and the projects by how long their files take. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

const rank = ({ project, moduleId }: TestSpecification): number =>
  2 * ORDER.indexOf(project.name) + (LONGEST.some((name) => moduleId.includes(name)) ? 0 : 1);
