import { useQuery } from '@tanstack/react-query'
import { useApplication } from '../core/application.js'
import { welcomeQueries } from '../queries/service.js'
import classes from './project-mark.module.css'
import { useObjectUrl } from './use-object-url.js'

/** The logo of the project; without one the first letter of its title on its colour. */
export function ProjectMark({ size }: { size: number }) {
  const { app, info } = useApplication()
  const { data: logo } = useQuery(welcomeQueries.picture(app, 'logo', info.logo))
  const address = useObjectUrl(logo)
  return (
    <span
      className={classes['mark']}
      data-letter={info.logo === null || undefined}
      style={{ width: size, height: size, fontSize: size / 2 }}
      aria-hidden="true"
    >
      {info.logo === null
        ? [...(info.title ?? info.name)][0]?.toUpperCase()
        : address && <img src={address} alt="" />}
    </span>
  )
}
