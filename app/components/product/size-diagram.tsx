import styles from "./size-diagram.module.css";

export type DrawnToScale = Readonly<{
  width: number;
  height: number;
  markup: string;
  text: string;
  hasMany: boolean;
}>;

export function SizeDiagramFigure({ width, height, markup, text, hasMany }: DrawnToScale) {
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
