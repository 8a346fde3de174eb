import styles from "./scale-drawing.module.css";

export type DrawnToScale = Readonly<{
  width: number;
  height: number;
  /** What stands inside the `svg` element, made by the shop's own rule. */
  markup: string;
  /** The same in words. */
  text: string;
  /** True for a long row, which is drawn smaller on a phone. */
  hasMany: boolean;
}>;

/** Things of known size on one ground. All of it is said in words as well. */
export function ScaleDrawing({ width, height, markup, text, hasMany }: DrawnToScale) {
  return (
    <svg
      className={styles.drawing}
      data-many={hasMany || undefined}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={text}
      dangerouslySetInnerHTML={{ __html: markup }}
    />
  );
}
