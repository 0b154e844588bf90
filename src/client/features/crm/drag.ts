import { type CollisionDetection, MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core';
import type { DealView, StageView } from '#shared/features/crm/crm.schema.ts';

/**
 * The data of a drop target. A card's target is the position directly above it. A column's target is the position after
 * its last displayed card.
 */
export interface DropData {
  stageId: StageView['id'];
  before: DealView['id'] | null;
  card: boolean;
}

/** The deal that's being dragged. */
export interface DragData {
  deal: DealView;
}

const dataOf = (container: { data: { current?: Record<string, unknown> | undefined } }): DropData | undefined =>
  container.data.current as DropData | undefined;

/**
 * Returns the place where a dragged card will be dropped. It looks at the column that is at the pointer's horizontal
 * position. In that column, it returns the first card whose middle is below the pointer. If there's no such card, it
 * returns the column. A card can therefore be dropped far below the column's last card.
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

/**
 * With a mouse, a drag starts after 6 px, so that small movements still count as a click. With a finger, it starts
 * after 250 ms, so that a swipe still scrolls.
 */
export const useDragSensors = () =>
  useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  );
