import { type Picture, picturePath } from '#shared/site/picture.ts'

export function Shown({ picture: { hash, width, height }, alt, className }: ShownProps) {
  return <img src={picturePath(hash)} width={width} height={height} alt={alt} loading="lazy" className={className} />
}

type ShownProps = { picture: Picture; alt: string; className: string }
