-- A manual page has no pictures: what they say stays, and links are only words.

function Image(image)
  return pandoc.Emph({ pandoc.Str("Picture: "), table.unpack(image.caption) })
end

function Link(link)
  return link.content
end
