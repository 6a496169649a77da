//! Counts crossings of lines as they are drawn.

use bobbin_sorting::Sorting as _;

use super::Point;

/// A segment of a line: the coordinate shared by both ends, the range of the other coordinate, and
/// the index of the line.
type Stretch = (f64, (f64, f64), usize);

/// Counts the crossings of a horizontal segment of one line and a vertical segment of another.
pub(super) fn crossings(lines: &[Vec<Point>]) -> usize {
    let (mut across, mut upright): (Vec<Stretch>, Vec<Stretch>) = (Vec::new(), Vec::new());
    for (line, points) in lines.iter().enumerate() {
        for (a, b) in points.iter().zip(points.iter().skip(1)) {
            if a.y == b.y {
                across.push((a.y, (a.x.min(b.x), a.x.max(b.x)), line));
            } else {
                upright.push((a.x, (a.y.min(b.y), a.y.max(b.y)), line));
            }
        }
    }
    across.order_by(|a, b| a.0.total_cmp(&b.0));
    let mut res = 0;
    for &(x, (top, bottom), line) in &upright {
        let first = across.partition_point(|it| it.0 <= top);
        let met = across.iter().skip(first).take_while(|it| it.0 < bottom);
        res += met.filter(|it| it.1.0 < x && x < it.1.1 && it.2 != line).count();
    }
    res
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_touch_do_not_cross() {
        let line = |points: &[(f64, f64)]| -> Vec<Point> {
            points.iter().map(|&(x, y)| Point { x, y }).collect()
        };
        let step = line(&[(0.0, 0.0), (10.0, 0.0), (10.0, 20.0), (30.0, 20.0)]);
        let through = line(&[(0.0, 10.0), (30.0, 10.0)]);
        let upto = line(&[(0.0, 10.0), (10.0, 10.0)]);
        let over = line(&[(20.0, 0.0), (20.0, 30.0)]);
        assert_eq!(crossings(&[step.clone(), through.clone()]), 1);
        assert_eq!(crossings(&[step.clone(), upto, step.clone()]), 0);
        assert_eq!(crossings(&[over, step, through]), 3);
    }
}
