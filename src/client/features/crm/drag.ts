import { type CollisionDetection, MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core';
import type { DealView, StageView } from '#shared/features/crm/crm.schema.ts';

/** The data of a drop target. A card's target is directly above it, and a column's is after its last displayed card. */
export interface DropData {
  stageId: StageView['id'];
  before: DealView['id'] | null;
  card: boolean;
}

/** The dragged deal. */
export interface DragData {
  deal: DealView;
}

const dataOf = (container: { data: { current?: Record<string, unknown> | undefined } }): DropData | undefined =>
  container.data.current as DropData | undefined;

/**
 * Returns the column under the pointer, however far below its cards, and in it the first card whose middle is below the
 * pointer.
 */
export const placeUnderPointer: CollisionDetection = ({
  active,
  droppableContainers,
  droppableRects,
  pointerCoordinates,
}) => {
  if (!pointerCoordinates) return [];
  const { x, y } = pointerCoordinates;
  const boxes = droppableContainers.flatMap((container) => {
    const rect = droppableRects.get(container.id);
    const data = dataOf(container);
    return rect && data ? [{ id: container.id, rect, data }] : [];
  });
  const column = boxes.find(({ data, rect }) => !data.card && x >= rect.left && x <= rect.right);
  if (!column) return [];
  const below = boxes
    .filter(
      ({ id, data, rect }) =>
        data.card &&
        data.stageId === column.data.stageId &&
        `drag:${id}` !== active.id &&
        rect.top + rect.height / 2 > y,
    )
    .toSorted((a, b) => a.rect.top - b.rect.top)[0];
  return [{ id: (below ?? column).id }];
};

/** A mouse starts a drag after 6 px, so that a click stays a click; a finger after 250 ms, so that it can scroll. */
export const useDragSensors = () =>
  useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  );
